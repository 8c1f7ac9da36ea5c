import type { LanguageTable } from '../language-table.ts';
import { bash } from './bash.ts';
import { cCpp } from './c-cpp.ts';
import { csharp } from './csharp.ts';
import { dart } from './dart.ts';
import { elixir } from './elixir.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { kotlin } from './kotlin.ts';
import { nix } from './nix.ts';
import { ocaml } from './ocaml.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { svelte } from './svelte.ts';
import { swift } from './swift.ts';
import { terraform } from './terraform.ts';
import { typescript } from './typescript.ts';
import { vue } from './vue.ts';
import { zig } from './zig.ts';

export const LANGUAGES: readonly LanguageTable[] = [
  go,
  python,
  javascript,
  typescript,
  rust,
  ruby,
  java,
  kotlin,
  cCpp,
  csharp,
  elixir,
  bash,
  php,
  swift,
  zig,
  ocaml,
  dart,
  terraform,
  nix,
  vue,
  svelte,
];
