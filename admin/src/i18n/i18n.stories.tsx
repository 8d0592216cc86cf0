import type { Meta, StoryObj } from '@storybook/react-vite'
import { memoryStore } from 'ra-core'
import { expect } from 'storybook/test'
import { createRegistry } from '../registry/registry.js'
import { firstLanguage } from './languages.js'
import { createI18nProvider } from './provider.js'

const meta: Meta = { title: 'Shell/Texts', render: () => <p>See the interactions.</p> }
export default meta
type Story = StoryObj

const registry = createRegistry([
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
      de: async () => ({ default: { dock: { hello: 'Guten Tag, %{name}' } } }),
    },
  },
  { id: 'quay', messages: { en: async () => ({ default: { quay: { name: 'Quay' } } }) } },
])

export const FillsInValues: Story = {
  play: async () => {
    const i18n = await createI18nProvider(registry, 'en')
    await expect(i18n.translate('dock.hello', { name: '$& %{place}', place: 'Quay 4' })).toBe(
      'Hello $& %{place}, welcome to Quay 4'
    )
    const boxes = (smart_count: number) => i18n.translate('dock.boxes', { smart_count })
    await expect([0, 1, 2].map(boxes)).toEqual(['0 boxes', '1 box', '2 boxes'])
  },
}

export const FallsBack: Story = {
  play: async () => {
    const i18n = await createI18nProvider(registry, 'en')
    await expect(i18n.translate('dock.nothing')).toBe('dock.nothing')
    await expect(i18n.translate('dock.nothing', { _: 'Said %{how}', how: 'so' })).toBe('Said so')
    await expect(i18n.translate('ra.action.save')).toBe('Save')
    await expect(i18n.translate('kit.cancel')).toBe('Call off')
  },
}

/** Texts that a plugin lacks in a language are English: single texts, or all of them. */
export const IsEnglishWhereThereIsNothingElse: Story = {
  play: async () => {
    const i18n = await createI18nProvider(registry, 'en')
    await i18n.changeLocale('de')
    await expect(document.documentElement.lang).toBe('de')
    await expect(i18n.translate('ra.action.save')).toBe('Speichern')
    await expect(i18n.translate('dock.hello', { name: 'Rey' })).toBe('Guten Tag, Rey')
    await expect(i18n.translate('dock.boxes', { smart_count: 2 })).toBe('2 boxes')
    await expect(i18n.translate('quay.name')).toBe('Quay')
    await i18n.changeLocale('fr')
    await expect(i18n.getLocale()).toBe('de')
  },
}

/** The chosen language, else the browser's (American English in stories), else English. */
export const BeginsInTheChosenOne: Story = {
  play: async () => {
    const first = (locale?: string) => firstLanguage(registry, memoryStore({ locale }))
    await expect([first(), first('de'), first('de-AT'), first('fr')]).toEqual([
      'en',
      'de',
      'de',
      'en',
    ])
  },
}
