/** The key that the payloads add to every object of a process that copies carelessly. */
export const planted = 'planted_by_data'

/** Objects as a client sends them: `JSON.parse` keeps `__proto__` as an own key. */
export const payloads: unknown[] = [
  `{"constructor":{"prototype":{"${planted}":"1"}}}`,
  `{"__proto__":{"${planted}":"1"}}`,
  `{"__proto__":"plain"}`,
  `{"deep":{"er":{"constructor":{"prototype":{"${planted}":"1"}}}}}`,
  `[{"x":[{"prototype":{"${planted}":"1"}}]}]`,
].map((text) => JSON.parse(text))

/** The keys of the built-in prototypes, which data must not change. */
export function sharedKeys(): string {
  const kinds = [Object, Array, Function, String, Number, Boolean]
  const shared = kinds.flatMap((kind) => [kind, kind.prototype])
  return JSON.stringify(shared.map((holder) => Reflect.ownKeys(holder).map(String)))
}
