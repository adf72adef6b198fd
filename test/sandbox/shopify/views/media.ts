// Images of a product as the API shows them.

import type {View} from '../field.ts';
import {gid} from '../store/gid.ts';
import {mediaStatus, mediaUrl} from '../store/media.ts';
import type {MediaRecord} from '../store/records.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {toDateTime} from './date-time.ts';

export function mediaView(store: ShopStore, media: MediaRecord): View {
  const status = mediaStatus(media, store.now());
  const image =
    status === 'READY'
      ? {id: gid('ImageSource', media.id), url: mediaUrl(media, store.domain), altText: media.alt}
      : null;
  return {
    __typename: 'MediaImage',
    id: gid('MediaImage', media.id),
    alt: media.alt,
    mediaContentType: 'IMAGE',
    status,
    fileStatus: status,
    image,
    preview: {image, status},
    createdAt: toDateTime(media.createdAt),
    mediaWarnings: [],
    mediaErrors:
      status === 'FAILED'
        ? [{code: 'IMAGE_DOWNLOAD_FAILURE', message: 'The image could not be downloaded.', details: null}]
        : [],
  };
}
