import { dashboardMetrics } from '../queries/metrics.js'
import { describePlugins } from '../queries/plugins.js'

export default class SystemController {
  metrics() {
    return dashboardMetrics()
  }

  plugins() {
    return describePlugins()
  }
}
