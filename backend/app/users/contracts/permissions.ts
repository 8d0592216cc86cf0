import { readAndWrite } from '@crossdock/kernel/plugin'

export const [usersRead, usersWrite] = readAndWrite('users', 'people', ['editor'])
