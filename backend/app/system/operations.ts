import { operation } from '@crossdock/kernel/http'
import {
  healthDetailsResponse,
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
    description: 'Answers 503 when a component is down. Says how things are, not why.',
    access: 'public',
    response: healthResponse,
    otherStatuses: [503],
    handler: health,
    action: 'show',
  }),
  operation('GET /health/details', {
    summary: 'Health of every component, with reasons',
    description: 'Sums up what failed for good in the last seven days, over all tenants.',
    access: 'operator',
    response: healthDetailsResponse,
    handler: health,
    action: 'details',
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
    description:
      'Sums over all tenants for a super administrator who has chosen none. `trouble` counts what failed for good in the last seven days.',
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
