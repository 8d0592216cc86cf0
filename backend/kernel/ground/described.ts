import vine, { symbols } from '@vinejs/vine'

type Parse = (this: Described, ...given: unknown[]) => { allowNull: boolean }

interface Described {
  isOptional?: boolean
  allowNull?: boolean
  [symbols.PARSE]: Parse
}

/**
 * Vine 4.4 accepts null for a required text, number or choice that ends with `meta()`, although its type has no null.
 * The null would reach the database.
 */
const described = Object.getPrototypeOf(vine.string().meta({})) as Described
const parse = described[symbols.PARSE]

described[symbols.PARSE] = function (...given) {
  const node = parse.apply(this, given)
  if (!this.isOptional) node.allowNull = this.allowNull === true
  return node
}
