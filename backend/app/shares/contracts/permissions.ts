import { definePermission } from '@crossdock/kernel/plugin'

export const assetsShare = definePermission('assets.share', {
  description: 'Share files and folders by links, and see and revoke existing links',
  roles: ['editor'],
})

export const sharingWrite = definePermission('sharing.write', {
  description: 'Change the rules for links to files and folders',
  roles: [],
})
