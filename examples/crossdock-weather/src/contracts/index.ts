import { readAndWrite } from '@crossdock/kernel/plugin'

export const [weatherRead, weatherWrite] = readAndWrite(
  'weather',
  'followed places',
  ['editor', 'viewer'],
  ['editor']
)
