import { defineConfig } from '@adonisjs/core/app'

export default defineConfig({
  typescript: true,
  providers: [
    () => import('./start/app_provider.js'),
    () => import('@adonisjs/lucid/database_provider'),
    () => import('@crossdock/kernel/provider'),
    () => import('./start/console_provider.js'),
  ],
  commands: [() => import('./commands/main.js')],
  directories: { config: 'backend/config', start: 'backend/start' },
})
