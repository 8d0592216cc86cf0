import { definePermission, readAndWrite } from '@crossdock/kernel/plugin'

export const [assetsRead, assetsWrite] = readAndWrite(
  'assets',
  'files and folders',
  ['editor', 'viewer', 'user'],
  ['editor']
)

export const assetsPermissions = definePermission('assets.permissions', {
  description: 'Set who has access to the folders you can change',
  roles: ['editor'],
})

export const assetsAll = definePermission('assets.all', {
  description: 'Open every folder, regardless of folder permissions',
  roles: [],
})
