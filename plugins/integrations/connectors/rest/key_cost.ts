const start = '-----BEGIN ENCRYPTED PRIVATE KEY-----'
const block = new RegExp(
  String.raw`^${start}\s*([A-Za-z0-9+/\s]+={0,2})\s*-----END ENCRYPTED PRIVATE KEY-----`
)
const [SEQUENCE, INTEGER, CONSTRUCTED] = [0x30, 0x02, 0x20]
/** Takes about a quarter of a second. Each connection opens the key, which blocks the main thread. */
const maxRounds = 2 ** 19
/** Known algorithms are nested four levels deep. */
const maxDepth = 8

/**
 * Returns whether each encrypted private key (PKCS #8, RFC 5958) in a PEM text opens quickly. The key itself
 * contains the number of key derivation rounds, and an unlimited number would block the process. Unreadable keys
 * count as slow.
 */
export function opensQuickly(pem: string): boolean {
  const keys = pem.split(start).slice(1)
  return keys.every((rest) => {
    const content = block.exec(start + rest)?.[1]
    return content !== undefined && roundsOf(Buffer.from(content, 'base64')) <= maxRounds
  })
}

/**
 * Returns the product of all numbers in the key's algorithm: iterations of PBKDF2, or cost, block size and lanes
 * of scrypt.
 */
function roundsOf(der: Buffer): number {
  const [key] = elementsOf(der)
  const [algorithm] = key?.tag === SEQUENCE ? elementsOf(key.content) : []
  return algorithm?.tag === SEQUENCE ? productOf(algorithm.content) : Infinity
}

function productOf(content: Buffer, depth = 1): number {
  if (depth > maxDepth) return Infinity
  return elementsOf(content).reduce((product, { tag, content: part }) => {
    if (tag & CONSTRUCTED) return product * productOf(part, depth + 1)
    return tag === INTEGER ? product * Math.max(1, numberIn(part)) : product
  }, 1)
}

interface Element {
  tag: number
  content: Buffer
}

/**
 * Returns the elements of a DER value; one huge integer for data that cannot be read, so that the key counts as
 * slow.
 */
function elementsOf(der: Buffer): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < der.length;) {
    const [tag = 0, first = 0x80] = der.subarray(at, at + 2)
    const isLong = first >= 0x80
    const begin = at + 2 + (isLong ? first - 0x80 : 0)
    const end = begin + (isLong ? numberIn(der.subarray(at + 2, begin)) : first)
    const isReadable = first !== 0x80 && (tag & 0x1f) !== 0x1f && end <= der.length
    if (!isReadable) return [{ tag: INTEGER, content: Buffer.alloc(9, 1) }]
    elements.push({ tag, content: der.subarray(begin, end) })
    at = end
  }
  return elements
}

const numberIn = (bytes: Buffer) => bytes.reduce((number, byte) => number * 256 + byte, 0)
