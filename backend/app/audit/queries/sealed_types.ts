import { pluginHost } from '@crossdock/kernel/plugin'
import { isLeftOut } from '../left_out.js'

/** The event types that are sealed, by name. */
export const sealedTypes = () =>
  pluginHost
    .use()
    .eventTypes.filter((type) => !isLeftOut(type))
    .map(({ name, description }) => ({ name, description }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
