// Starts the supplier beside the bench, and stops it by its process id.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {z} from 'zod';

const Facts = z.object({url: z.string(), catalogueKey: z.string(), dropshipKey: z.string()});

export type SupplierProcess = z.infer<typeof Facts> & {readonly stop: () => Promise<void>};

export async function startSupplierProcess(articles: number): Promise<SupplierProcess> {
  const program = fileURLToPath(new URL('programs/supplier.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--articles', String(articles)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({input: child.stdout}), 'line');
  return {
    ...Facts.parse(JSON.parse(String(line))),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
