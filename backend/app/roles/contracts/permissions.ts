import { readAndWrite } from '@crossdock/kernel/plugin'

export const [rolesRead, rolesWrite] = readAndWrite('roles', 'roles', ['editor'])
