// Saves a file on the merchant's computer.
import {minute} from '#domain/durations.ts';

/** Makes the browser save the file under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The address is revoked later, because Firefox still reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), minute);
}
