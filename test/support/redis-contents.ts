// What a Redis holds for one app: for tests about what must not be in it.
import {Redis} from 'ioredis';
import {testRedisUrl} from './database.ts';

export async function keysInRedis(prefix: string): Promise<readonly string[]> {
  const redis = new Redis(testRedisUrl);
  const keys = await redis.keys(`${prefix}:*`);
  redis.disconnect();
  return keys;
}

/** Every key under the prefix with its value, as one text. */
export async function keptInRedis(prefix: string): Promise<string> {
  const redis = new Redis(testRedisUrl);
  const kept: string[] = [];
  for (const key of await redis.keys(`${prefix}:*`)) {
    kept.push(key, JSON.stringify(await valueOf(redis, key, await redis.type(key))));
  }
  redis.disconnect();
  return kept.join('\n');
}

function valueOf(redis: Redis, key: string, type: string): Promise<unknown> {
  switch (type) {
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, '0', '-1');
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return redis.get(key);
  }
}
