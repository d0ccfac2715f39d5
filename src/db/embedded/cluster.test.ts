import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonIn } from './cluster.ts'

test('of what initdb says, the reason is told and not what it tidies up', () => {
  const output = `creating configuration files ... ok
running bootstrap script ... ok
performing post-bootstrap initialization ... sh: 1: cannot create /dev/null: Permission denied
child process exited with exit code 2
initdb: removing data directory "/srv/sexton/postgresql/cluster"
`
  assert.equal(
    reasonIn(output),
    'performing post-bootstrap initialization ... sh: 1: cannot create /dev/null: Permission denied',
  )
  const error = 'initdb: error: could not create directory "/srv/sexton": No space left on device\n'
  assert.equal(reasonIn(error), error.trim())
})
