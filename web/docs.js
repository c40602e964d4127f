import { h, show, problem, table, $ } from "./dom.js";
import { get } from "./api.js";

const kind = (schema) => schema?.$ref ? schema.$ref.split("/").pop() : [schema?.type].flat().filter(Boolean).join(" or ") || "any";

get("/openapi.json").then((api) => {
  const nodes = Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).filter(([method]) => method !== "parameters").map(([method, operation]) => {
    const body = operation.requestBody?.content?.["application/json"]?.schema;
    const name = body?.$ref?.split("/").pop();
    const fields = name ? Object.entries(api.components.schemas[name]?.properties ?? {}) : [];
    return h("section", { class: "sheet" }, h("h2", {}, h("code", {}, `${method.toUpperCase()} ${path}`)), h("p", {}, operation.summary),
      operation.parameters?.length ? table(`Parameters of ${method.toUpperCase()} ${path}`, ["Name", "In", "Kind", "Meaning"], operation.parameters.map((p) => [p.name + (p.required ? " (required)" : ""), p.in, kind(p.schema), p.description ?? ""])) : null,
      fields.length ? h("details", {}, h("summary", {}, `Body: ${name}`), table(name, ["Field", "Kind", "Meaning"], fields.map(([field, schema]) => [field, kind(schema), schema.description ?? ""]))) : null,
      h("p", { class: "quiet" }, `Returns: ${operation.responses["200"].description} Errors: ${Object.keys(operation.responses).filter((s) => s !== "200").join(", ")}.`));
  }));
  show($("routes"), nodes);
}).catch((error) => show($("routes"), problem(error)));
