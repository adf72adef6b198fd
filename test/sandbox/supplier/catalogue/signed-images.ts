import {randomBytes} from 'node:crypto';
import type {Answer} from '../answers/answer.ts';

/**
 * The images of the articles with addresses as a private bucket signs them, another one in every answer.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function signImages(answer: Answer): Answer {
  const {content} = answer;
  if (content.kind !== 'articles') return answer;
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Date': new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    'X-Amz-Expires': '86400',
    'X-Amz-Signature': randomBytes(32).toString('hex'),
  });
  return {
    ...answer,
    content: {...content, articles: content.articles.map((article) => signed(article, query.toString()))},
  };
}

function signed(article: unknown, query: string): unknown {
  if (typeof article !== 'object' || article === null || !('images' in article)) return article;
  const {images} = article;
  return Array.isArray(images) ? {...article, images: images.map((address) => `${String(address)}?${query}`)} : article;
}
