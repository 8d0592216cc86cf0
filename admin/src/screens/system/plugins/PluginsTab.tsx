import type { Plugin } from '@crossdock/client'
import { EmptyState, LoadedList, RowsSkeleton, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { PluginRow } from './PluginRow.js'

/** Every installed plugin with its contributions and its status. */
export default function PluginsTab() {
  const translate = useTranslate()
  const text = (key: string) => translate(`system.plugins.${key}`)
  const plugins = useRead<Plugin[]>('plugins')
  return (
    <Section flush title={text('list')} description={text('text')}>
      <LoadedList
        plain
        read={plugins}
        skeleton={<RowsSkeleton rows={8} />}
        empty={<EmptyState plain title={text('nothing')} />}
      >
        {(all) => all.map((plugin) => <PluginRow key={plugin.name} plugin={plugin} />)}
      </LoadedList>
    </Section>
  )
}
