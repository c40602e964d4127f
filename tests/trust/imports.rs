//! Imports between the files of the crates.
//!
//! An import through a re-export is an arrow to the file that defines the name. `mod` declarations and re-exports
//! are no arrows of the file that has them, unless its own code uses the name. Unit tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Identifiers, `::` and other single signs of a file, without comments, strings and numbers.
fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut i) = (Vec::new(), 0);
    while i < chars.len() {
        let start = i;
        match chars[i] {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 || i >= chars.len() {
                        break;
                    }
                }
            }
            '"' => i = after_string(&chars, i),
            '\'' if at(i + 1) == '\\' || at(i + 2) == '\'' => {
                i += if at(i + 1) == '\\' { 3 } else { 2 };
                while i < chars.len() && chars[i] != '\'' {
                    i += 1;
                }
                i += 1;
            }
            // A lifetime.
            '\'' => {
                i += 1;
                while is_word(at(i)) {
                    i += 1;
                }
            }
            c if is_word(c) => {
                while is_word(at(i)) {
                    i += 1;
                }
                let word: String = chars[start..i].iter().collect();
                let hashes = chars[i..].iter().take_while(|c| **c == '#').count();
                if at(i + hashes) == '"' && ["r", "br", "cr"].contains(&word.as_str()) {
                    let end: Vec<char> =
                        std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                    i += hashes + 1;
                    while i < chars.len() && !chars[i..].starts_with(&end) {
                        i += 1;
                    }
                    i += end.len();
                } else {
                    let opens_string = at(i) == '"' && ["b", "c"].contains(&word.as_str());
                    if !opens_string && !c.is_numeric() {
                        found.push(word);
                    }
                }
            }
            ':' if at(i + 1) == ':' => {
                found.push("::".to_owned());
                i += 2;
            }
            c => {
                if !c.is_whitespace() {
                    found.push(c.to_string());
                }
                i += 1;
            }
        }
    }
    found
}

/// Index behind the string that begins at `start`.
fn after_string(chars: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// Index behind the bracket that closes the one at `open`.
fn after_bracket(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// Index behind the item, field or statement that begins at `start`.
fn after_item(tokens: &[String], start: usize) -> usize {
    let head = &tokens[start..tokens.len().min(start + 8)];
    let is = |words: &[&str]| head.iter().take_while(|t| *t != "{").any(|t| words.contains(&t.as_str()));
    let (is_use, is_item) =
        (is(&["use"]), is(&["fn", "impl", "mod", "struct", "enum", "trait", "type", "const"]));
    let mut i = start;
    while i < tokens.len() {
        match tokens[i].as_str() {
            ";" => return i + 1,
            "," if !is_item && !is_use => return i + 1,
            "}" => return i,
            "{" if !is_use => return after_bracket(tokens, i),
            "(" | "[" | "{" => i = after_bracket(tokens, i),
            _ => i += 1,
        }
    }
    i
}

/// Tokens without code that only tests have, and the names of test modules in files of their own.
fn without_tests(tokens: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut kept, mut modules, mut i) = (Vec::new(), Vec::new(), 0);
    while i < tokens.len() {
        if tokens[i] == "#" && tokens.get(i + 1).is_some_and(|t| t == "[") {
            let end = after_bracket(tokens, i + 1);
            let attribute = tokens[i + 2..end - 1].concat();
            if attribute == "cfg(test)" || attribute.starts_with("cfg(all(test,") {
                let mut item = end;
                while tokens.get(item).is_some_and(|t| t == "#") {
                    item = after_bracket(tokens, item + 1);
                }
                i = after_item(tokens, item);
                let module = tokens[item..i].iter().skip_while(|t| *t != "mod").nth(1);
                modules.extend(module.filter(|_| tokens[i - 1] == ";").cloned());
            } else {
                i = end;
            }
        } else {
            kept.push(tokens[i].clone());
            i += 1;
        }
    }
    (kept, modules)
}

/// Names of a path, such as `["crate", "archive", "Chunk"]`.
type Names = Vec<String>;

/// A module, in its own file or in braces.
#[derive(Default)]
struct Module {
    file: String,
    /// Names of items that the module defines.
    defined: BTreeSet<String>,
    /// Imported names with their paths.
    uses: Vec<(String, Names)>,
    /// Paths of imports of everything, without the `::*`.
    globs: Vec<Names>,
    /// Paths of the code, and those of imports that don't export again.
    named: BTreeSet<Names>,
}

/// The end of a path: a module, or an item in a file.
enum Target {
    Module(Names),
    Item(String),
}

/// All modules of a tree, by their paths.
#[derive(Default)]
pub(super) struct Tree {
    modules: BTreeMap<Names, Module>,
}

/// Path of the module that a file holds: `src/a/mod.rs` is `twolane::a`.
fn module_path(file: &str) -> Names {
    let (root, inside) = match file.strip_prefix("crates/").and_then(|f| f.split_once("/src/")) {
        Some((name, inside)) => (format!("twolane_{}", name.replace('-', "_")), inside),
        None => ("twolane".to_owned(), file.strip_prefix("src/").unwrap()),
    };
    let mut names = vec![root];
    names.extend(inside.trim_end_matches(".rs").split('/').map(str::to_owned));
    if ["mod", "lib"].contains(&names[names.len() - 1].as_str()) {
        names.pop();
    }
    names
}

impl Tree {
    /// Reads a tree of files, given as paths with texts.
    pub(super) fn new(files: &[(String, String)]) -> Self {
        let mut tree = Self::default();
        let mut tests = BTreeSet::new();
        for (file, text) in files {
            let path = module_path(file);
            let (tokens, modules) = without_tests(&tokens(text));
            tests.extend(modules.into_iter().map(|name| [path.as_slice(), &[name]].concat()));
            tree.read(file, path, &tokens);
        }
        tree.modules.retain(|path, _| !tests.iter().any(|test| path.starts_with(test)));
        tree
    }

    fn read(&mut self, file: &str, path: Names, tokens: &[String]) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        let (mut depth, mut i) = (0, 0);
        while i < tokens.len() {
            let next = tokens.get(i + 1).map_or("", String::as_str);
            let before = if i == 0 { "" } else { tokens[i - 1].as_str() };
            match tokens[i].as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                "mod" if tokens.get(i + 2).is_some_and(|t| t == "{") => {
                    let end = after_bracket(tokens, i + 2);
                    let inner = [path.as_slice(), &[next.to_owned()]].concat();
                    self.read(file, inner, &tokens[i + 3..end - 1]);
                    i = end;
                    continue;
                }
                "mod" if tokens.get(i + 2).is_some_and(|t| t == ";") => i += 1,
                "use" => {
                    let end = tokens[i..].iter().position(|t| t == ";").map_or(tokens.len(), |n| i + n);
                    let is_export = before == "pub" || before == ")";
                    module.import(&tokens[i + 1..end], &[], is_export);
                    i = end;
                    continue;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" if depth == 0 => {
                    module.defined.insert(next.to_owned());
                }
                "macro_rules" => {
                    module.defined.extend(tokens.get(i + 2).cloned());
                }
                // `pub(in crate::a)` names no item.
                "in" if before == "(" => i = after_bracket(tokens, i - 1) - 2,
                word if is_name(word) && before != "." && before != "::" => {
                    let mut names = vec![word.to_owned()];
                    while tokens.get(i + 1).is_some_and(|t| t == "::")
                        && tokens.get(i + 2).is_some_and(|t| is_name(t))
                    {
                        names.push(tokens[i + 2].clone());
                        i += 2;
                    }
                    module.named.insert(names);
                }
                _ => {}
            }
            i += 1;
        }
        self.modules.insert(path, module);
    }

    /// Ends of a path, seen from the module `from`. A name that may come from elsewhere has none.
    fn resolve(&self, from: &[String], names: &[String], steps: usize) -> Vec<Target> {
        let (mut at, mut rest, mut is_relative) = (from.to_vec(), names, true);
        while let Some(first) = rest.first() {
            match first.as_str() {
                "crate" => at.truncate(1),
                "super" => drop(at.pop()),
                "self" => {}
                name if is_relative
                    && self.modules.contains_key(std::slice::from_ref(first))
                    && !self.modules.contains_key(&[from, std::slice::from_ref(first)].concat()) =>
                {
                    at = vec![name.to_owned()];
                }
                _ => break,
            }
            is_relative = false;
            rest = &rest[1..];
        }
        self.walk(&at, rest, !is_relative, steps)
    }

    /// Ends of a path within a module. A name that is `certain` to be there, and that neither an item nor an
    /// import has, is one that a macro defines.
    fn walk(&self, at: &[String], names: &[String], certain: bool, steps: usize) -> Vec<Target> {
        let (Some(module), Some(steps)) = (self.modules.get(at), steps.checked_sub(1)) else {
            return Vec::new();
        };
        let [first, rest @ ..] = names else { return vec![Target::Module(at.to_vec())] };
        let imported =
            module.uses.iter().filter(|(name, path)| name == first && path.as_slice() != [name.clone()]);
        let through = |path: &Names| self.resolve(at, &[path, rest].concat(), steps);
        let inner = [at, std::slice::from_ref(first)].concat();
        if self.modules.contains_key(&inner) && (!rest.is_empty() || imported.clone().next().is_none()) {
            return self.walk(&inner, rest, true, steps);
        }
        if module.defined.contains(first) {
            return vec![Target::Item(module.file.clone())];
        }
        let mut imported = imported.peekable();
        if imported.peek().is_some() {
            return imported.flat_map(|(_, path)| through(path)).collect();
        }
        let globs = module.globs.iter().flat_map(|glob| self.resolve(at, glob, steps));
        let modules = globs.filter_map(|target| match target {
            Target::Module(path) if path != at => Some(path),
            _ => None,
        });
        let found: Vec<Target> = modules.flat_map(|path| self.walk(&path, names, false, steps)).collect();
        let is_here = found.is_empty() && certain;
        if is_here { vec![Target::Item(module.file.clone())] } else { found }
    }

    /// Arrows from file to file, with a name that rides on each.
    pub(super) fn arrows(&self) -> BTreeMap<String, BTreeMap<String, String>> {
        let mut arrows: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (path, module) in &self.modules {
            for names in &module.named {
                for target in self.resolve(path, names, 12) {
                    let Target::Item(file) = target else { continue };
                    if file != module.file {
                        let from = arrows.entry(module.file.clone()).or_default();
                        from.entry(file).or_insert_with(|| names.join("::"));
                    }
                }
            }
        }
        arrows
    }
}

impl Module {
    /// Takes the tree of a `use` behind `prefix` apart.
    fn import(&mut self, tokens: &[String], prefix: &[String], is_export: bool) {
        let mut path = prefix.to_vec();
        let mut i = 0;
        while i < tokens.len() {
            match tokens[i].as_str() {
                "{" => {
                    let end = after_bracket(tokens, i) - 1;
                    let (mut start, mut depth) = (i + 1, 0);
                    for n in i + 1..=end {
                        match tokens[n].as_str() {
                            "{" => depth += 1,
                            "}" if n < end => depth -= 1,
                            "," | "}" if depth == 0 => {
                                self.import(&tokens[start..n], &path, is_export);
                                start = n + 1;
                            }
                            _ => {}
                        }
                    }
                    return;
                }
                "*" => return self.globs.push(path),
                "as" => {
                    let name = tokens[i + 1].clone();
                    return self.import_one(name, path, is_export);
                }
                "self" if i == 0 && !prefix.is_empty() => {}
                "::" => {}
                name => path.push(name.to_owned()),
            }
            i += 1;
        }
        if let Some(name) = path.last().cloned().filter(|_| path.len() > prefix.len() || tokens.len() == 1) {
            self.import_one(name, path, is_export);
        }
    }

    fn import_one(&mut self, name: String, path: Names, is_export: bool) {
        if !is_export {
            self.named.insert(path.clone());
        }
        self.uses.push((name, path));
    }
}

/// True for an identifier, or a keyword.
fn is_name(token: &str) -> bool {
    token.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
}

/// Adds the paths of all Rust files in a folder and its folders.
pub(super) fn rust_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// All files of the crates, as paths with texts.
pub(super) fn sources() -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    for entry in std::fs::read_dir(root.join("crates")).unwrap() {
        rust_files(&entry.unwrap().path().join("src"), &mut files);
    }
    let named = |file: &Path| file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
    files.iter().map(|file| (named(file), std::fs::read_to_string(file).unwrap())).collect()
}
