import type { Meta, StoryObj } from '@storybook/react-vite'
import {
  isForAsset,
  isVisible,
  type ConsoleMenuEntry,
  type ConsolePlugin,
} from '@crossdock/admin/kit'
import { Circle } from 'lucide-react'
import { expect } from 'storybook/test'
import { createRegistry, sectionOf } from './registry.js'

const Screen = () => null
const first: ConsolePlugin = {
  id: 'first',
  routes: [{ path: '/first', component: Screen }],
  messages: { en: { first: { title: 'First' } } },
}

const meta: Meta = { title: 'Shell/Registry', render: () => <p>See the interactions.</p> }
export default meta
type Story = StoryObj

export const RefusesTwoOfOneKind: Story = {
  play: async () => {
    await expect(() => createRegistry([first, { id: 'first' }])).toThrow(
      'The console plugin "first" adds the id "first", but "first" already has it.'
    )
    const thief: ConsolePlugin = { id: 'second', routes: first.routes }
    await expect(() => createRegistry([first, thief])).toThrow(
      'The console plugin "second" adds the path "/first", but "first" already has it.'
    )
    const tab = { page: 'first', id: 'list', label: 'List', component: Screen }
    await expect(() =>
      createRegistry([
        { id: 'a', tabs: [tab] },
        { id: 'b', tabs: [tab] },
      ])
    ).toThrow(
      'The console plugin "b" adds the tab "list" of the page "first", but "a" already has it.'
    )
    const commands = [{ id: 'sign', label: 'Sign', icon: Circle, to: '/sign' }]
    await expect(() =>
      createRegistry([
        { id: 'a', commands },
        { id: 'b', commands },
      ])
    ).toThrow('The console plugin "b" adds the command "sign", but "a" already has it.')
  },
}

/** Red when the menu mixes sections, or hides the entry of a plugin for an earlier console. */
export const SortsTheMenuBySection: Story = {
  play: async () => {
    const entry = (to: string, section?: string, order?: number) =>
      ({ to, label: to, icon: Circle, section, order }) as ConsoleMenuEntry
    const { menu } = createRegistry([
      {
        id: 'a',
        menu: [
          entry('/tenants', 'system', 1),
          entry('/old', 'people', 5),
          entry('/shares', undefined, 20),
          entry('/roles', 'organization', 20),
          entry('/home', 'main', 90),
        ],
      },
    ])
    await expect(menu.map((one) => `${sectionOf(one)} ${one.to}`)).toEqual([
      'main /home',
      'organization /roles',
      'operate /old',
      'operate /shares',
      'system /tenants',
    ])
  },
}

export const SortsByOrder: Story = {
  play: async () => {
    const entry = (to: string, order?: number) => ({ to, label: to, icon: Circle, order })
    const registry = createRegistry([
      first,
      { id: 'b', menu: [entry('/late'), entry('/early', 10)] },
    ])
    await expect(registry.menu.map(({ to }) => to)).toEqual(['/early', '/late'])
  },
}

export const ForAssetsOfAKind: Story = {
  play: async () => {
    const scan = { type: 'file', mimeType: 'image/png' } as const
    const folder = { type: 'folder', mimeType: null } as const
    await expect(isForAsset({}, folder)).toBe(true)
    await expect(isForAsset({ type: 'file' }, folder)).toBe(false)
    await expect(isForAsset({ mimeTypes: ['image/*'] }, scan)).toBe(true)
    await expect(isForAsset({ mimeTypes: ['image/*'] }, folder)).toBe(false)
    await expect(isForAsset({ mimeTypes: ['image/jpeg', 'image/png'] }, scan)).toBe(true)
    await expect(isForAsset({ mimeTypes: ['image/p'] }, scan)).toBe(false)
  },
}

export const VisibleToWhomItMayConcern: Story = {
  play: async () => {
    const who = (permissions: string[], isSuperAdmin = false, hasTenant = true) => ({
      isPending: false,
      isSuperAdmin,
      hasTenant,
      permissions,
      can: (permission: string) => permissions.includes(permission),
    })
    await expect(isVisible({}, who([]))).toBe(true)
    await expect(isVisible({ permission: 'assets.read' }, who([]))).toBe(false)
    await expect(isVisible({ permission: 'assets.read' }, who(['assets.read']))).toBe(true)
    await expect(isVisible({ superAdminOnly: true }, who(['assets.read']))).toBe(false)
    await expect(isVisible({ superAdminOnly: true }, who([], true))).toBe(true)
    const operator = who(['assets.read'], true, false)
    await expect(isVisible({ permission: 'assets.read' }, operator)).toBe(false)
    await expect(isVisible({ permission: 'assets.read', needsTenant: false }, operator)).toBe(true)
    await expect(isVisible({ needsTenant: true }, operator)).toBe(false)
    await expect(
      isVisible({ superAdminOnly: true, permission: 'x' }, who(['x'], true, false))
    ).toBe(true)
  },
}
