import { pluginHost } from '@crossdock/kernel/plugin'

/** Whether an installed domain or plugin declares a permission. */
export const isDeclared = (name: string): boolean =>
  pluginHost.use().permissions.some((permission) => permission.name === name)
