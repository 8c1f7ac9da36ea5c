/** A sentence in which `commands` are formatted as code. */
export const WithCode = ({ text }: { text: string }) =>
  text.split(/`([^`]+)`/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={`${index} ${part}`} className="rounded bg-sunken px-1 font-mono text-xs">
        {part}
      </code>
    ),
  );
