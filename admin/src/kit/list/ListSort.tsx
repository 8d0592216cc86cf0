import { ArrowDownUp } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { CheckItem } from './CheckItem.js'
import { IconMenu } from './IconMenu.js'
import { useListSetup } from './context.js'

/** The sort menu for lists without column heads. Choosing the same field again reverses the order. */
export function ListSort() {
  const translate = useTranslate()
  const { columns } = useListSetup()
  const { sort, setSort } = useListContext()
  const turned = sort.order === 'ASC' ? 'DESC' : 'ASC'
  return (
    <IconMenu label={translate('kit.list.sort')} icon={ArrowDownUp}>
      {(close) =>
        columns
          .filter(({ sortable }) => sortable)
          .map(({ source: field, label, firstOrder = 'ASC' }) => {
            const isNow = field === sort.field
            return (
              <CheckItem
                key={field}
                single
                checked={isNow}
                onClick={() => {
                  setSort({ field, order: isNow ? turned : firstOrder })
                  close()
                }}
              >
                {isNow ? `${label} (${translate(`ra.sort.${sort.order}`)})` : label}
              </CheckItem>
            )
          })
      }
    </IconMenu>
  )
}
