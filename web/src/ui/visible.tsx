import { spelledOutStrictly } from '#contracts/unseen-characters.ts';

const SPELLED = /(⟨U\+[0-9A-F]{4,6}⟩)/;

/** Text of someone else, on which a person decides: invisible characters are spelled out and highlighted. */
export const Visible = ({ text }: { text: string }) => (
  <bdi dir="ltr">
    {spelledOutStrictly(text)
      .split(SPELLED)
      .map((part, index) =>
        SPELLED.test(part) ? (
          <mark key={index} className="rounded-sm bg-bad-soft px-0.5 text-bad">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
  </bdi>
);
