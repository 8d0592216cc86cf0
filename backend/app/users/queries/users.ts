import {
  paginate,
  searched,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/http'
import { User } from '../models/user.js'

export const userList: ListDefinition = {
  resource: 'users',
  filters: { role: 'text', isActive: 'boolean', search: 'text' },
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

/** A page of the current tenant's people. */
export function listUsers(list: ListRequest): Promise<Page<Row<User>>> {
  return paginate(User.query(), userList, list, {
    search: searched('users', 'email', 'first_name', 'last_name'),
  })
}
