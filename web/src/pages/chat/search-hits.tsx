import { ROUTES } from '#contracts/http/routes.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../lib/router.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** Where the words were said. */
export function SearchHits({ words }: { words: string }) {
  const { data, error } = useAnswer(ROUTES.chatSearch, { query: { words } });
  if (!data) return error ? <ErrorNotice error={error} /> : null;
  return (
    <section aria-label="Said in conversations" className="mt-2 border-t border-line px-2.5 pt-2 text-xs">
      <h2 className="font-medium text-soft">{data.hits.length === 0 ? 'Nothing like it was said' : 'Said'}</h2>
      <ul>
        {data.hits.map(({ chat, turn, title, by, excerpt }) => (
          <li key={`${chat} ${turn}`} className="py-1">
            <Link to={`/chat/${encodeURIComponent(chat)}`} className="block rounded hover:bg-hover">
              <span className="font-medium">{title}</span> <span className="text-faint">{by}</span>
              <span className="block break-words text-soft">
                {excerpt.map(({ text, hit }, index) =>
                  hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
