import { environmentNames, environmentTemplates } from '../contracts/index.js'

/** Complete environment templates: the values of the specification, and the defaults for the rest. */
export const listTemplates = () =>
  environmentNames.map((name) => ({ name, ...environmentTemplates[name] }))
