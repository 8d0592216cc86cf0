export { compareNumbers, ExactNumber, isNumber, NumberTooLong } from './exact_number.js'
export { isPrototypeName, prototypeKey } from './names.js'
export {
  copyJson,
  isJsonObject,
  isNested,
  parseExact,
  parseJson,
  parseObject,
  sameJson,
} from './parse.js'
