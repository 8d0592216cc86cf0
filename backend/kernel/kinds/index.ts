export { catalogue } from './catalogue.js'
export { checkConfig, type Checked } from './check.js'
export type { ConfigOf, Kind } from './kind.js'
export { part, reference, secret, type PartWords } from './parts.js'
export { schemaOf, type ConfigSchema } from './schema.js'
export {
  maskConfig,
  openConfig,
  readableConfig,
  rotateConfig,
  sealConfig,
  secretsIn,
} from './sealed.js'
