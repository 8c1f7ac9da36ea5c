import { extensionOf } from '#code/extension-of.ts';
import type { Format } from './format.ts';

const BY_FORMAT: Readonly<Partial<Record<Format, string>>> = {
  json: 'json geojson webmanifest ipynb har topojson',
  jsonl: 'jsonl ndjson ldjson',
  yaml: 'yaml yml',
  toml: 'toml',
  xml: 'xml xsd xsl xslt svg rss atom plist kml gpx csproj wsdl xhtml',
  csv: 'csv',
  tsv: 'tsv tab',
};

/** Names of texts for people or programs; their content is not treated as data. */
const SOURCE_TEXT =
  'md markdown rst adoc html htm css scss less js mjs cjs jsx ts mts cts tsx py pyi go rs java cs c h cc cpp cxx hpp ' +
  'hh rb php sh bash zsh ps1 psm1 ini sql lua kt kts swift scala r pl pm tex vue svelte jsonc json5 proto graphql ' +
  'dockerfile mk cmake gradle tf hcl nix el clj ex exs erl hs ml';

const FORMAT_OF = new Map<string, Format>([
  ...Object.entries(BY_FORMAT).flatMap(([format, names]) =>
    // The keys are formats by the type of the table.
    names.split(' ').map((name): [string, Format] => [name, format as Format]),
  ),
  ...SOURCE_TEXT.split(' ').map((name): [string, Format] => [name, 'text']),
]);

/** The format implied by a file's name, if any. */
export function formatByName(path: string): Format | undefined {
  return FORMAT_OF.get(extensionOf(path));
}
