import { describeEvents } from '@crossdock/kernel/events'
import { pluginHost } from '@crossdock/kernel/plugin'
import { dashboardMetrics } from '../queries/metrics.js'
import { describePublic } from '../contracts/index.js'
import { describeInstalled } from '../queries/openapi.js'
import { describePlugins } from '../queries/plugins.js'

export default class SystemController {
  eventTypes() {
    return describeEvents(pluginHost.use().eventTypes)
  }

  metrics() {
    return dashboardMetrics()
  }

  openapi() {
    return describeInstalled()
  }

  publicApi() {
    return describePublic()
  }

  plugins() {
    return describePlugins()
  }
}
