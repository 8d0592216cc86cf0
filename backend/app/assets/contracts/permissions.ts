import { readAndWrite } from '@crossdock/kernel/plugin'

export const [assetsRead, assetsWrite] = readAndWrite(
  'assets',
  'files and folders',
  ['editor', 'viewer', 'user'],
  ['editor']
)
