// Numbers out of the page's data: base64, zlib, bytes shuffled so that zlib finds more in them.

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The bytes of a blob, decompressed by the browser. */
export async function inflate(blob: string): Promise<Uint8Array> {
  if (blob === "") return new Uint8Array(0);
  const stream = new Blob([bytesOf(blob)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Undoes the shuffle: all first bytes of the values, then all second bytes, ... */
export function unshuffled(bytes: Uint8Array, width: number): ArrayBuffer {
  const count = bytes.length / width;
  const result = new Uint8Array(bytes.length);
  for (let b = 0; b < width; ++b)
    for (let i = 0, from = b * count; i < count; ++i) result[i * width + b] = bytes[from + i]!;
  return result.buffer;
}

/** Adds up differences between frames of `size` values, modulo the width of the array. */
export function summed<T extends Uint8Array | Uint16Array | Uint32Array>(values: T, size: number): T {
  for (let i = size; i < values.length; ++i) values[i] = values[i]! + values[i - size]!;
  return values;
}
