import { environmentNames, environmentTemplates } from '../contracts/index.js'

/** What environments can begin with, whole: the values of the specification, and the defaults of the rest. */
export const listTemplates = () =>
  environmentNames.map((name) => ({ name, ...environmentTemplates[name] }))
