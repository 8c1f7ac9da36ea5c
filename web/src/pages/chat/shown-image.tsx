import { ROUTES } from '#contracts/http/routes.ts';
import type { BlobHash } from '#contracts/ids.ts';
import { useAnswer } from '../../api/use-answer.ts';

/** An image that a person sent, as it was then. It is loaded with the page's key: an address alone opens nothing. */
export function ShownImage({ name, blob }: { name: string; blob: BlobHash }) {
  const { data, error } = useAnswer(ROUTES.chatImage, { params: { hash: blob } });
  if (error) return <p className="text-xs text-soft">{name} cannot be shown any more.</p>;
  if (!data) return <p className="text-xs text-soft">{name}</p>;
  return (
    <img
      src={`data:${data.mediaType};base64,${data.base64}`}
      alt={name}
      className="mt-2 max-h-80 max-w-full rounded-md border border-line"
    />
  );
}
