/** A sentence in which `commands` are set as such. */
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
