import { operation } from '@crossdock/kernel/http'
import {
  healthResponse,
  liveResponse,
  metricsResponse,
  pluginsResponse,
} from './validators/system.js'

const health = () => import('./controllers/health_controller.js')
const system = () => import('./controllers/system_controller.js')

export default [
  operation('GET /health', {
    summary: 'Health of every component',
    description: 'Answers 503 when a component is down.',
    access: 'public',
    response: healthResponse,
    otherStatuses: [503],
    handler: health,
    action: 'show',
  }),
  operation('GET /health/live', {
    summary: 'Whether the process answers',
    access: 'public',
    response: liveResponse,
    handler: health,
    action: 'live',
  }),
  operation('GET /health/ready', {
    summary: 'Whether requests can be served',
    access: 'public',
    response: liveResponse,
    otherStatuses: [503],
    handler: health,
    action: 'ready',
  }),
  operation('GET /dashboard/metrics', {
    summary: 'Figures of the dashboard',
    description: 'Sums over all tenants for a super administrator who has chosen none.',
    access: 'session',
    permission: 'dashboard.read',
    response: metricsResponse,
    handler: system,
    action: 'metrics',
  }),
  operation('GET /plugins', {
    summary: 'Installed plugins, what they contribute and how they are',
    access: 'session',
    permission: 'system.read',
    response: pluginsResponse,
    handler: system,
    action: 'plugins',
  }),
]
