import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react'
import { useListContext, useStore, useTranslate, type SortPayload } from 'ra-core'
import { useState } from 'react'
import { Icon } from '../Icon.js'
import { lazyPart } from '../lazyPart.js'
import { CheckItem } from './CheckItem.js'
import { IconMenu } from './IconMenu.js'
import { useListSetup } from './context.js'

const SaveViewDialog = lazyPart(() => import('./SaveViewDialog.js'))

interface View {
  name: string
  filter: Record<string, unknown>
  sort: SortPayload
}

const NONE: View[] = []

/** Named combinations of filters and order, kept per person. */
export function ListViews() {
  const translate = useTranslate()
  const { storeKey } = useListSetup()
  const [views, setViews] = useStore<View[]>(`${storeKey}.views`, NONE)
  const { filterValues, sort, setFilters, setSort } = useListContext()
  const [saving, setSaving] = useState(false)
  const now = JSON.stringify([filterValues, sort])
  const isShown = (view: View) => JSON.stringify([view.filter, view.sort]) === now
  const save = (name: string) =>
    setViews([...views.filter((view) => view.name !== name), { name, filter: filterValues, sort }])
  return (
    <>
      <IconMenu label={translate('kit.list.views')} icon={Bookmark}>
        {(close) => {
          const then = (act: () => void) => () => {
            close()
            act()
          }
          return [
            ...views.map((view) => (
              <CheckItem
                key={view.name}
                single
                checked={isShown(view)}
                onClick={then(() => {
                  setFilters(view.filter)
                  setSort(view.sort)
                })}
              >
                {view.name}
              </CheckItem>
            )),
            views.length > 0 && <Divider key="line" component="li" />,
            <MenuItem key="save" onClick={then(() => setSaving(true))}>
              <Icon icon={BookmarkPlus} />
              {translate('kit.list.saveView')}
            </MenuItem>,
            ...views.filter(isShown).map((view) => (
              <MenuItem
                key={`delete ${view.name}`}
                onClick={then(() => setViews(views.filter((one) => one !== view)))}
              >
                <Icon icon={Trash2} />
                {translate('kit.list.deleteView', { name: view.name })}
              </MenuItem>
            )),
          ]
        }}
      </IconMenu>
      {saving && <SaveViewDialog onSave={save} onClose={() => setSaving(false)} />}
    </>
  )
}
