/** JSON that gives every object a key of this name, in a process that copies carelessly. */
export const planted = 'planted_by_data'

/** Objects as a client sends them: `JSON.parse` keeps `__proto__` as a key of its own. */
export const payloads: unknown[] = [
  `{"constructor":{"prototype":{"${planted}":"1"}}}`,
  `{"__proto__":{"${planted}":"1"}}`,
  `{"__proto__":"plain"}`,
  `{"deep":{"er":{"constructor":{"prototype":{"${planted}":"1"}}}}}`,
  `[{"x":[{"prototype":{"${planted}":"1"}}]}]`,
].map((text) => JSON.parse(text))

/** What the built-in prototypes hold; nothing that data does may change it. */
export function sharedKeys(): string {
  const kinds = [Object, Array, Function, String, Number, Boolean]
  const shared = kinds.flatMap((kind) => [kind, kind.prototype])
  return JSON.stringify(shared.map((holder) => Reflect.ownKeys(holder).map(String)))
}
