import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { createI18nProvider } from '../i18n.js'
import { createRegistry } from './registry.js'

const meta: Meta = { title: 'Shell/Texts', render: () => <p>See the interactions.</p> }
export default meta
type Story = StoryObj

const i18n = createI18nProvider(
  createRegistry([
    {
      id: 'dock',
      messages: {
        en: {
          dock: {
            hello: 'Hello %{name}, welcome to %{place}',
            boxes: '%{smart_count} box |||| %{smart_count} boxes',
          },
          kit: { cancel: 'Call off' },
        },
      },
    },
  ])
)

export const FillsInValues: Story = {
  play: async () => {
    await expect(i18n.translate('dock.hello', { name: '$& %{place}', place: 'Quay 4' })).toBe(
      'Hello $& %{place}, welcome to Quay 4'
    )
    await expect(i18n.translate('dock.hello', { name: 'Rey' })).toBe(
      'Hello Rey, welcome to %{place}'
    )
  },
}

export const ChoosesTheForm: Story = {
  play: async () => {
    const boxes = (smart_count: number) => i18n.translate('dock.boxes', { smart_count })
    await expect([0, 1, 2].map(boxes)).toEqual(['0 boxes', '1 box', '2 boxes'])
  },
}

export const FallsBack: Story = {
  play: async () => {
    await expect(i18n.translate('dock.nothing')).toBe('dock.nothing')
    await expect(i18n.translate('dock.nothing', { _: 'Said %{how}', how: 'so' })).toBe('Said so')
    await expect(i18n.translate('ra.action.save')).toBe('Save')
    await expect(i18n.translate('kit.cancel')).toBe('Call off')
  },
}
