import { Building2, FolderOpen, Layers, Plug, Users } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { DashboardAction } from '../start/ActionList.js'
import { useOpenPath } from '../start/use_open_path.js'

/** The most used areas, and the areas that the operator manages. */
export const quickLinks = { assets: FolderOpen, users: Users, integrations: Plug } as const
export const adminLinks = { tenants: Building2, environments: Layers } as const
const paths: Record<string, string> = { environments: '/admin/environments' }

/** The areas that this console has and that this person may open. */
export function useLinks(
  messages: string,
  links: Record<string, DashboardAction['icon']>
): DashboardAction[] {
  const translate = useTranslate()
  const openPath = useOpenPath()
  return useMemo(
    () =>
      Object.entries(links).flatMap(([name, icon]) => {
        const to = openPath(paths[name] ?? `/${name}`)
        if (!to) return []
        const text = (part: string) => translate(`${messages}.${name}.${part}`)
        return [{ to, icon, title: text('title'), text: text('text') }]
      }),
    [links, messages, openPath, translate]
  )
}
