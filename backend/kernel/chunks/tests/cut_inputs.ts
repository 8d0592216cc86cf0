import { seededBytes } from '../../storage/tests/seeded_bytes.js'

const MiB = 1024 * 1024

/** Inputs of the format's test vectors; any language can generate them (`docs/chunking.md`). */
export const cutInputs: Record<string, () => Buffer> = {
  nothing: () => Buffer.alloc(0),
  'one byte': () => Buffer.from('a'),
  random: () => seededBytes('format', 12 * MiB),
  zeros: () => Buffer.alloc(9 * MiB),
  'zeros between random': () =>
    Buffer.concat([
      seededBytes('before', 3 * MiB),
      Buffer.alloc(6 * MiB),
      seededBytes('behind', 3 * MiB),
    ]),
  'the same 300,000 bytes 40 times': () =>
    Buffer.concat(Array.from({ length: 40 }, () => seededBytes('again', 300_000))),
  'numbers from 1 to 1,500,000': () =>
    Buffer.from(Array.from({ length: 1_500_000 }, (_, index) => `${index + 1}\n`).join('')),
}
