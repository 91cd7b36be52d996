import { describeWith } from "../../../test/support/DescribeWith.ts"
import { pythonCommand } from "../../../test/support/Interpreters.ts"
import { callEveryOperation } from "../../client/test/support/EveryOperation.ts"
import { PythonClient } from "./PythonClient.ts"

describeWith(pythonCommand, "from Python", (command) => {
  callEveryOperation(({ apiKey, baseUrl }) => {
    const client = new PythonClient(command, { api_key: apiKey, base_url: baseUrl })
    return {
      call: (name, parameters) => client.answer(name, parameters),
      estimate: (name, parameters) => client.answer("estimate", parameters, name),
      close: () => client.close()
    }
  })
})
