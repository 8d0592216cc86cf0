import type { PluginDeclaration } from '@crossdock/kernel/plugin'
import type { Settings } from '@crossdock/kernel/settings'
import { kernel } from '@crossdock/kernel/boot'
import { mail } from '@crossdock/kernel/mail'
import { agents } from '@crossdock/agents'
import { environments } from '@crossdock/environments'
import { flows } from '@crossdock/flows'
import { integrations } from '@crossdock/integrations'
import { sftp } from '@crossdock/sftp'
import { sync } from '@crossdock/sync'
import { webhooks } from '@crossdock/webhooks'
import { access } from './app/access/index.js'
import { activity } from './app/activity/index.js'
import { assets } from './app/assets/index.js'
import { audit } from './app/audit/index.js'
import { branding } from './app/branding/index.js'
import { events } from './app/events/index.js'
import { front } from './app/front/index.js'
import { notifications } from './app/notifications/index.js'
import { retention } from './app/retention/index.js'
import { roles } from './app/roles/index.js'
import { rules } from './app/rules/index.js'
import { shares } from './app/shares/index.js'
import { sso } from './app/sso/index.js'
import { passkeys } from './app/passkeys/index.js'
import { system } from './app/system/index.js'
import { tenants } from './app/tenants/index.js'
import { tokens } from './app/tokens/index.js'
import { users } from './app/users/index.js'
import { pluginsFolder } from './outside/index.js'
import { loadAddedPlugins } from './outside/load.js'

/** The built-in plugins: the kernel's own tables, the core domains, then the plugins. */
export const installed: PluginDeclaration[] = [
  kernel,
  mail,
  tenants,
  users,
  access,
  roles,
  passkeys,
  tokens,
  sso,
  rules,
  retention,
  activity,
  notifications,
  audit,
  system,
  events,
  assets,
  branding,
  front,
  shares,
  environments,
  flows,
  integrations,
  agents,
  sync,
  sftp,
  webhooks,
]

/** All plugins: the built-in ones, and those the operator added to that folder. @throws PluginFault */
export async function installedFrom(folder: string): Promise<PluginDeclaration[]> {
  return [...installed, ...(await loadAddedPlugins(folder))]
}

/** All plugins according to the settings. @throws PluginFault */
export const installedPlugins = (settings: Settings) =>
  installedFrom(pluginsFolder(settings, process.cwd()))
