import { Egress, egress } from '../egress/index.js'
import { checkJobs } from '../jobs/index.js'
import { closeLimits } from '../http/limits.js'
import { definePlugin, type PluginContext } from '../plugin/define_plugin.js'
import { kernelVersion } from '../plugin/graph.js'
import { Secrets, secrets } from '../secrets/index.js'
import { contentStore, openContentStore } from '../storage/index.js'

/** The kernel's own tables and services, declared like everybody else's. */
export const kernel = definePlugin({
  name: 'kernel',
  version: kernelVersion,
  compatibility: `^${kernelVersion}`,
  migrations: [
    'backend/kernel/tenancy/migrations',
    'backend/kernel/events/migrations',
    'backend/kernel/jobs/migrations',
    'backend/kernel/storage/migrations',
  ],
  healthChecks: [
    { name: 'storage', check: checkStorage },
    { name: 'jobs', check: checkJobs },
  ],
  register({ settings }: PluginContext) {
    egress.provide(new Egress({ allow: settings.EGRESS_ALLOW }))
    secrets.provide(new Secrets(settings.APP_KEY, settings.APP_KEY_PREVIOUS))
    contentStore.provide(openContentStore(settings))
  },
  async shutdown() {
    await egress.use().close()
    await contentStore.use().close()
    await closeLimits()
  },
})

const lowOnSpace = 1024 ** 3

async function checkStorage() {
  const { freeBytes } = await contentStore.use().check()
  if (freeBytes >= lowOnSpace) return { status: 'ok' as const }
  return { status: 'degraded' as const, message: 'Less than 1 GiB is free where files are kept.' }
}
