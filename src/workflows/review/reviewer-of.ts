import type { ReviewRequest } from './review-request.ts';

/** Who reviewed, in words. A reviewer that is not independent is named as such. */
export function reviewerOf({ author, reviewer }: Pick<ReviewRequest, 'author' | 'reviewer'>): string {
  const by = reviewer ?? 'an agent';
  if (author === null) return `${by}; who wrote the change is not known here`;
  return author === reviewer
    ? `${by}, the same model that wrote the change, in a separate session`
    : `${by}; written by ${author}`;
}
