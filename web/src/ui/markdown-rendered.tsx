import './markdown.css';
import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { Diagram } from './diagram/diagram.tsx';

/** HTML in it stays text, images are not fetched, and links lead only to http(s), without a referrer. */
export default function MarkdownRendered({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeHighlight, { detect: false }]]}
        components={{ a: SafeLink, img: Picture, pre: Code, table: Table }}
        urlTransform={(url) => (/^https?:\/\//i.test(url) ? url : '')}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

const SafeLink = ({ href, children }: ComponentProps<'a'>) =>
  href ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

/** Wide ones scroll, with the keyboard too. */
const Code = ({ children }: ComponentProps<'pre'>) => {
  const diagram = diagramIn(children);
  return diagram === null ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <pre tabIndex={0}>{children}</pre>
  ) : (
    <Diagram text={diagram} />
  );
};

/** The text of a code block marked as Mermaid. */
function diagramIn(children: ReactNode): string | null {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return null;
  const { className = '', children: text } = children.props;
  return /\blanguage-mermaid\b/.test(className) && typeof text === 'string' ? text : null;
}

const Table = ({ children }: ComponentProps<'table'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  <table tabIndex={0}>{children}</table>
);

const Picture = ({ alt, src }: ComponentProps<'img'>) => (
  <span>
    [{alt || 'picture'}
    {typeof src === 'string' && src ? `: ${src}` : ''}]
  </span>
);
