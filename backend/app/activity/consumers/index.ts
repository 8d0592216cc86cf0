import type { Consumer } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { activityFeed } from './activity_feed.js'

export default [activityFeed(pluginHost.use().eventTypes)] satisfies Consumer[]
