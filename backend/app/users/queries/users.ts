import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import {
  paginate,
  period,
  searched,
  type FilterValue,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { User } from '../models/user.js'
import { statusConditions, userStatuses, type UserStatus } from '../user_status.js'

type UserQuery = ModelQueryBuilderContract<typeof User>

export const userList: ListDefinition = {
  resource: 'users',
  filters: {
    // One or several. Each tenant has its own roles, so any id is accepted.
    role: 'id',
    status: userStatuses,
    isActive: 'boolean',
    hasSecondFactor: 'boolean',
    ...period('last_login_at'),
    search: 'text',
  },
  sorts: {
    email: 'email',
    firstName: 'first_name',
    lastName: 'last_name',
    role: 'role',
    lastLoginAt: 'last_login_at',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  defaultSort: ['email', 'asc'],
}

const searchPeople = searched('users', 'email', 'first_name', 'last_name')

/** Narrows to people with one of several statuses. */
function whereStatus(query: UserQuery, value: FilterValue): void {
  const statuses = [value].flat() as UserStatus[]
  query.whereRaw(`(${statuses.map((status) => statusConditions[status]).join(' or ')})`)
}

export const peopleFilters = { search: searchPeople, status: whereStatus }

/** A page of the current tenant's people. */
export function listUsers(list: ListRequest): Promise<Page<Row<User>>> {
  return paginate(User.query(), userList, list, peopleFilters)
}
