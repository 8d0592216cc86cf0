/** The subset of jq that the conformance kit uses. */
export type Jq =
  | { is: 'path'; of: string; names: (string | number)[] }
  | { is: 'literal'; value: string | number }
  | { is: 'list'; items: Jq[] }
  | { is: 'object'; entries: [string, Jq][] }
  | { is: 'sum' | 'equal' | 'pipe'; left: Jq; right: Jq }
  | { is: 'length' }

const token = /\s*(?:(\$?\.?[A-Za-z_]\w*)|("(?:[^"\\]|\\.)*")|(\d+)|(==|[.+|[\]{}():,]))/y

/** @throws for anything else */
export function parseJq(source: string): Jq {
  const tokens: string[] = []
  for (token.lastIndex = 0; source.slice(token.lastIndex).trim() !== '';) {
    const found = token.exec(source)
    if (!found) throw new Error(`The expression ${source} is not known.`)
    tokens.push(found[0].trim())
  }
  const next = () => tokens.shift()
  const take = (wanted: string) => tokens[0] === wanted && Boolean(next())
  const need = (wanted: string) => {
    if (!take(wanted)) throw new Error(`The expression ${source} lacks ${wanted}.`)
  }
  const pipe = (): Jq => binary(equal, '|', 'pipe')
  const equal = (): Jq => binary(sum, '==', 'equal')
  const sum = (): Jq => binary(term, '+', 'sum')
  function binary(part: () => Jq, sign: string, is: 'sum' | 'equal' | 'pipe'): Jq {
    let left = part()
    while (take(sign)) left = { is, left, right: part() }
    return left
  }
  function term(): Jq {
    const first = next() ?? ''
    if (first === '(') {
      const inner = pipe()
      need(')')
      return inner
    }
    if (first === '[') return { is: 'list', items: until(']', pipe) }
    if (first === '{') {
      const entries = until('}', (): [string, Jq] => {
        const name = next()!
        need(':')
        return [name, sum()]
      })
      return { is: 'object', entries }
    }
    if (first.startsWith('"')) return { is: 'literal', value: JSON.parse(first) as string }
    if (/^\d/.test(first)) return { is: 'literal', value: Number(first) }
    if (first === 'length') return { is: 'length' }
    if (first === '.') return { is: 'path', of: '.', names: names() }
    if (first.startsWith('.')) return { is: 'path', of: '.', names: [first.slice(1), ...names()] }
    if (first.startsWith('$')) return { is: 'path', of: first, names: names() }
    throw new Error(`The expression ${source} is not known at ${first}.`)
  }
  function names(): (string | number)[] {
    const found: (string | number)[] = []
    for (;;) {
      if (/^\.\w/.test(tokens[0] ?? '')) found.push(next()!.slice(1))
      else if (tokens[0] === '[' && /^\d+$/.test(tokens[1] ?? '')) {
        next()
        found.push(Number(next()))
        need(']')
      } else return found
    }
  }
  function until<T>(end: string, part: () => T): T[] {
    const found: T[] = []
    while (!take(end)) {
      found.push(part())
      take(',')
    }
    return found
  }
  const whole = pipe()
  if (tokens.length > 0) throw new Error(`The expression ${source} goes on with ${tokens[0]}.`)
  return whole
}

/** The meaning of the names in an expression, in JSONata: `.` and its variables. */
export type Meaning = Readonly<Record<string, string>>

/** The same in JSONata. */
export function toJsonata(jq: Jq, meaning: Meaning): string {
  switch (jq.is) {
    case 'literal':
      return JSON.stringify(jq.value)
    case 'path': {
      const root = meaning[jq.of]
      if (root === undefined) throw new Error(`Nothing is known of ${jq.of}.`)
      return jq.names.reduce<string>(
        (path, name) => path + (typeof name === 'number' ? `[${name}]` : `.${name}`),
        root
      )
    }
    case 'list':
      return `[${jq.items.map((item) => toJsonata(item, meaning)).join(', ')}]`
    case 'object': {
      const entries = jq.entries.map(
        ([name, value]) => `${JSON.stringify(name)}: ${toJsonata(value, meaning)}`
      )
      return `{${entries.join(', ')}}`
    }
    case 'sum':
      return `$append(${toJsonata(jq.left, meaning)}, ${toJsonata(jq.right, meaning)})`
    case 'equal':
      return `(${toJsonata(jq.left, meaning)} = ${toJsonata(jq.right, meaning)})`
    case 'pipe':
      if (jq.right.is === 'length') return `$count(${toJsonata(jq.left, meaning)})`
      return toJsonata(jq.right, { ...meaning, '.': `(${toJsonata(jq.left, meaning)})` })
    case 'length':
      return `$count(${meaning['.']})`
  }
}
