import { definePermission, readAndWrite } from '@crossdock/kernel/plugin'

export const [assetsRead, assetsWrite] = readAndWrite(
  'assets',
  'files and folders',
  ['editor', 'viewer', 'user'],
  ['editor']
)

export const assetsPermissions = definePermission('assets.permissions', {
  description: 'Say who is let into the folders one may change',
  roles: ['editor'],
})

export const assetsAll = definePermission('assets.all', {
  description: 'Open every folder, whoever else is let in',
  roles: [],
})
